"""What Schemathesis cannot learn from the document of the service."""

import os
import re

import schemathesis
from hypothesis.internal import lambda_sources
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData

# CPython 3.11 may fail to parse source while another thread changes the recursion limit ("AST constructor recursion
# depth mismatch"), which ends a run without a finding. Hypothesis parses lambdas for the names in its messages only.
_described = lambda_sources._lambda_description


def _lambda_description(*args, **options):
    try:
        return _described(*args, **options)
    except SystemError:
        return "lambda: <unknown>"


lambda_sources._lambda_description = _lambda_description

# Idempotency-Keys of the simpler of their two forms.
VISIBLE = re.compile("[!#-~][!-~]{0,254}")

# Characters that are refused in any text of a request; the document would need a pattern for each text to say so.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"

# The operation whose body is a file.
FILE = "PUT /imports/{importId}/rows"

# Fields that the type of an outcome or of its destination requires or excludes.
OF_A_TYPE = ("webhook_url", "destination_id", "smart_list_ids", "retry_seconds")

# Codes of refusals that depend on stored state, which no schema can express.
BY_STATE = {
    "idempotency_key_reused",  # the key was sent with another request before
    "precondition_failed",  # If-Match names another version
    "invalid_reference",  # an unknown id
    "waterfall_cycle",  # next_list_id of lists form a cycle
    "invalid_page_token",  # a token that the service did not make
}

# Refusals of single fields that no schema can express, by pointer and code of the error. Pointers are those of rule_of.
BEYOND_A_SCHEMA = {
    ("/time_zone", "unknown_time_zone"),  # a schema would have to list all zones
    ("/name", "not_its_name"),  # a workspace is deleted by its name
    ("/expires_at", "out_of_range"),  # in the past
    # Not public, or an impossible host name or port.
    *((f"/{field}", code) for field in ("webhook_url", "url") for code in ("refused_address", "invalid_format")),
    ("/attributes", "too_long"),  # in bytes, all together
    ("/attribute", "not_searchable"),  # an attribute that the workspace has not declared
    # Rules between fields. As a schema each would be a oneOf, which client generators do not support.
    # The deletion of a contact takes after_call with erase=true only.
    ("/after_call", "not_allowed"),
    # Of events, `to` is not before `from`, both parts of a subject are given, and the id of a member has two parts.
    ("/to", "out_of_range"),
    ("/subject_type", "required"),
    *(("/subject_id", code) for code in ("required", "invalid_format", "invalid_characters")),
    # A reference is of one call: with it, the limit of a dispatch is 1.
    ("/reference", "not_allowed"),
    # It dials a list alone or a dial group, not both.
    ("/dial_group_id", "not_allowed"),
    ("/callback_at", "out_of_range"),  # too far ahead
    *((f"/callback_{field}", "not_allowed") for field in ("at", "agent_id", "owner_seconds")),
    # Hours are of a known zone, an interval does not end where it begins, and a date is one of the calendar.
    ("/zone", "unknown_time_zone"),
    ("/intervals/to", "not_allowed_value"),
    ("/closed_dates", "invalid_format"),
    # The first phone of a contact is its `phone`, and each is named once.
    *(("/phones/phone", code) for code in ("not_allowed_value", "duplicate")),
    # Members of an import are added to a list.
    ("/smart_list_id", "required"),
    # A registered call has a contact_id or a phone, not both.
    *(("", code) for code in ("required", "not_allowed_value")),
    *((f"/{field}", code) for field in OF_A_TYPE for code in ("required", "not_allowed")),
}


def rule_of(pointer):
    """The field of a pointer: an item of an import, of a register or of a list is any of them."""
    pointer = re.sub(r"^/(?:contacts|entries)/\d+", "", pointer)
    return re.sub(r"^/(phones|intervals|closed_dates)/\d+", r"/\1", pointer)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a failure is a fault of the service: refusals that no schema can express are none."""
    # A file is a text to the schema: not every text is CSV, and every value is a text once it is sent.
    if case.operation.label == FILE and isinstance(failure, (RejectedPositiveData, AcceptedNegativeData)):
        return False
    if not isinstance(failure, RejectedPositiveData):
        return True
    problem = response.json()
    if problem["code"] in BY_STATE:
        return False
    errors = {(rule_of(error["pointer"]), error["code"]) for error in problem.get("errors", [])}
    return not errors or not errors <= BEYOND_A_SCHEMA


# What attributes may be. As a schema it would be a pattern of names and a oneOf, which client generators do not support.
ATTRIBUTE = re.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}")
LONGEST_TEXT = 1_000


def attributes(given):
    """Those of the attributes whose names and values are allowed."""
    kept = {name: one for name, one in given.items() if ATTRIBUTE.fullmatch(name) and not isinstance(one, (dict, list))}
    return {name: one[:LONGEST_TEXT] if isinstance(one, str) else one for name, one in kept.items()}


def is_attributes(name, value):
    return name == "attributes" and isinstance(value, dict)


def plain(value):
    """The value without control characters and blank texts, which the service trims and then refuses as empty."""
    if isinstance(value, dict):
        allowed = {name: attributes(one) if is_attributes(name, one) else one for name, one in value.items()}
        return {name: plain(one) for name, one in allowed.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if not isinstance(value, str):
        return value
    return CONTROL.sub("-", value) if value.replace("\ufeff", " ").strip() else "a" * len(value)


used_keys = set()


@schemathesis.hook
def before_call(context, case, **kwargs):
    """Prevents refusals that are caused by earlier requests of the run, and the loss of its key or workspace."""
    # A change of the workspace of the run (deletion, rate limits, its key) would make all later requests fail.
    if case.method != "GET" and (case.path_parameters or {}).get("workspaceId") == os.environ["WORKSPACE"]:
        case.path_parameters["workspaceId"] = UNKNOWN_ID
    if case.meta is not None and case.meta.generation.mode.is_positive:
        body = plain(case.body)
        # Set only if changed: Schemathesis validates a body that was set, and takes an omitted one for invalid.
        if body != case.body:
            case.body = body
        if plain(case.query) != case.query:
            case.query = plain(case.query)
    # The same few keys are generated again; all requests but the first with each would be `idempotency_key_reused`.
    key = (case.headers or {}).get("Idempotency-Key")
    if not isinstance(key, str) or not VISIBLE.fullmatch(key):
        return
    if key in used_keys:
        case.headers["Idempotency-Key"] = f"key-{len(used_keys)}"
    used_keys.add(case.headers["Idempotency-Key"])
