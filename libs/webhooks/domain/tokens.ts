/**
 * The token under which an app provides the ranges of addresses that WEBHOOK_ALLOW_CIDRS opens: a readonly
 * AddressRange[].
 */
export const ALLOWED_ADDRESSES = Symbol('ALLOWED_ADDRESSES');
