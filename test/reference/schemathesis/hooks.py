"""What Schemathesis cannot know of the service."""

import os
import re

import schemathesis
from hypothesis.internal import lambda_sources
from schemathesis.openapi.checks import RejectedPositiveData

# CPython 3.11 may fail to parse source while another thread changes the recursion limit ("AST constructor recursion depth
# mismatch"), which ends a run that has found nothing. Hypothesis parses lambdas for the names in its messages only.
_described = lambda_sources._lambda_description


def _lambda_description(*args, **options):
    try:
        return _described(*args, **options)
    except SystemError:
        return "lambda: <unknown>"


lambda_sources._lambda_description = _lambda_description

# Idempotency-Keys of the simpler of their two forms.
VISIBLE = re.compile("[!#-~][!-~]{0,254}")

# Characters that no text of a request may have: OpenAPI could say it by a pattern in each of them.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"

# What the type of an outcome or of its destination needs, or does not have.
OF_A_TYPE = ("webhook_url", "destination_id", "smart_list_ids")

# Refusals of a request that the schema allows, by their code: what is stored decides, and no schema can say that.
BY_STATE = {
    "idempotency_key_reused",  # the key was sent with another request before
    "precondition_failed",  # If-Match names another version
    "invalid_reference",  # an id that names nothing
    "waterfall_cycle",  # lists that lead back to themselves
    "invalid_page_token",  # a token that the service did not make
}

# The same of single fields, by where they stand and the code of their error.
BEYOND_A_SCHEMA = {
    ("/time_zone", "unknown_time_zone"),  # a schema would have to name every one
    ("/name", "not_its_name"),  # a workspace is deleted by its name
    ("/expires_at", "out_of_range"),  # in the past
    ("/webhook_url", "refused_address"),  # not public
    ("/webhook_url", "invalid_format"),  # a host name or a port that cannot be
    # Rules between fields. As a schema each would be a oneOf, which generators make nothing of.
    *(("", code) for code in ("required", "not_allowed_value")),  # of a registered call: a contact_id or a phone, and not both
    *((f"/{field}", code) for field in OF_A_TYPE for code in ("required", "not_allowed")),
}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a failure is one of the service: a valid request may be refused for what no schema can tell."""
    if not isinstance(failure, RejectedPositiveData):
        return True
    problem = response.json()
    if problem["code"] in BY_STATE:
        return False
    errors = {(error["pointer"], error["code"]) for error in problem.get("errors", [])}
    return not errors or not errors <= BEYOND_A_SCHEMA


def plain(value):
    """The same without control characters, and with a letter where a text is blank: leading and trailing blanks are not counted."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if not isinstance(value, str):
        return value
    return CONTROL.sub("-", value) if value.replace("\ufeff", " ").strip() else "a" * len(value)


used_keys = set()


@schemathesis.hook
def before_call(context, case, **kwargs):
    """Keeps a request from being refused, or the rest of the run from being worth nothing, for what happened before it."""
    # Deleted, slowed down or without its key, the workspace that the run has a key of would refuse everything after.
    if case.method != "GET" and (case.path_parameters or {}).get("workspaceId") == os.environ["WORKSPACE"]:
        case.path_parameters["workspaceId"] = UNKNOWN_ID
    if case.meta is not None and case.meta.generation.mode.is_positive:
        body = plain(case.body)
        # Left alone where it can be: a body that is set is judged anew, and one that was left out on purpose taken for a wrong one.
        if body != case.body:
            case.body = body
    # Few keys are generated, over and over; all but the first request with one would be `idempotency_key_reused`.
    key = (case.headers or {}).get("Idempotency-Key")
    if not isinstance(key, str) or not VISIBLE.fullmatch(key):
        return
    if key in used_keys:
        case.headers["Idempotency-Key"] = f"key-{len(used_keys)}"
    used_keys.add(case.headers["Idempotency-Key"])
