//! What a PDF file says: bytes in, facts out. No opinion, no I/O, no clock, no logging.
