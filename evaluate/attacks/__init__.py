"""Published attacks on signed PDFs, made from freshly signed files of several signers, with honest controls and a score."""
