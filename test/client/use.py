"""Uses the generated Python client as somebody would: checks a file, reads it again, goes through the list, deletes it."""

import io
import sys

from assay.api.documents import documents_create, documents_delete, documents_list, documents_retrieve
from assay.api.usage import usage_retrieve
from assay.client import AuthenticatedClient
from assay.models import Document, DocumentsCreateBody, Error
from assay.types import File

url, key, path = sys.argv[1:]
client = AuthenticatedClient(base_url=url + "/api/v1", token=key)
with open(path, "rb") as file:
    upload = File(payload=io.BytesIO(file.read()), file_name="statement.pdf", mime_type="application/pdf")
body = DocumentsCreateBody(file=upload, external_id="case-7", metadata='{"desk": "lettings"}')

document = documents_create.sync(client=client, body=body, idempotency_key="order-17")
assert isinstance(document, Document), document
again = documents_create.sync(client=client, body=body, idempotency_key="order-17")
assert isinstance(again, Document) and again.id == document.id
print(document.status.value, document.verdict.value, document.external_id, document.metadata["desk"], document.file.name)

assert documents_retrieve.sync(client=client, id=document.id) == document
print([one.id == document.id for one in documents_list.sync(client=client, external_id="case-7").data])
print(documents_delete.sync(client=client, id=document.id).deleted)
missing = documents_retrieve.sync(client=client, id=document.id)
assert isinstance(missing, Error), missing
print(missing.error.code.value, usage_retrieve.sync(client=client).used)
