import os
import uuid

from smart_lists.api.contacts import import_contacts
from smart_lists.api.smart_lists import create_smart_list, list_smart_lists
from smart_lists.client import AuthenticatedClient
from smart_lists.models import (
    ImportContactsItem,
    CreateSmartList,
    ImportContacts,
    ContactsImportedResponse,
    Priority,
    Problem,
    ErrorCode,
    SmartList,
    SmartListPage,
    SmartListResponse,
)
from smart_lists.types import UNSET

api = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["KEY"])


def all_smart_lists() -> list[SmartList]:
    """Every smart list of the workspace, page after page."""
    found: list[SmartList] = []
    token: str | None = ""
    while token is not None:
        page = list_smart_lists.sync(client=api, page_size=1, page_token=token or UNSET)
        assert isinstance(page, SmartListPage), page
        found += page.smart_lists
        token = page.next_page_token
    return found


# A new smart list. The same Idempotency-Key makes the second request safe: it gets the first answer again.
name, key = f"Spring {uuid.uuid4()}", str(uuid.uuid4())
body = CreateSmartList(name=name, priority=Priority.HIGH)
created = create_smart_list.sync_detailed(client=api, body=body, idempotency_key=key)
again = create_smart_list.sync_detailed(client=api, body=body, idempotency_key=key)
assert created.status_code == 201, created
assert again.parsed == created.parsed
assert again.headers["Idempotent-Replayed"] == "true"
assert isinstance(created.parsed, SmartListResponse)
assert created.parsed.smart_list.priority is Priority.HIGH

smart_list_id = created.parsed.smart_list.smart_list_id
assert (smart_list_id, name) in [(one.smart_list_id, one.name) for one in all_smart_lists()]

# Contacts have your own ids, so that importing them again creates no duplicates.
contact_id = uuid.uuid4()
batch = ImportContacts(contacts=[ImportContactsItem(contact_id=contact_id, phone="+493012345678", name="Ada")])
imported = import_contacts.sync(client=api, body=batch)
assert isinstance(imported, ContactsImportedResponse), imported
assert (imported.created, imported.contacts[0].contact_id) == (1, contact_id)
imported = import_contacts.sync(client=api, body=batch)
assert isinstance(imported, ContactsImportedResponse) and imported.unchanged == 1, imported

# A refusal is a problem document: `code` for programs, `detail` for people.
refused = create_smart_list.sync(client=api, body=CreateSmartList(name=name))
assert isinstance(refused, Problem), refused
assert (refused.status, refused.code) == (409, ErrorCode.RESOURCE_CONFLICT)
