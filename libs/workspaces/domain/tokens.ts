/** Under these an app provides what this slice needs beside the kernel's and the stores' ports. */
/** Randomness. */
export const RANDOMNESS = Symbol('RANDOMNESS');
/** SecretBox: secrets at rest. */
export const SECRET_BOX = Symbol('SECRET_BOX');
/** DeliveriesWaiting: how many webhook deliveries of a workspace wait. */
export const DELIVERIES_WAITING = Symbol('DELIVERIES_WAITING');
/** KeyKind of the keys that are made: `live`, or `test` for a service that is only tried out. */
export const KEY_KIND = Symbol('KEY_KIND');
