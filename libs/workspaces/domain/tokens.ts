/** The tokens under which an app provides the ports of this slice, besides those of the kernel and the stores. */

/** Randomness. */
export const RANDOMNESS = Symbol('RANDOMNESS');
/** SecretBox: secrets at rest. */
export const SECRET_BOX = Symbol('SECRET_BOX');
/** DeliveriesWaiting: the number of webhook deliveries of a workspace that wait. */
export const DELIVERIES_WAITING = Symbol('DELIVERIES_WAITING');
/** KeyKind of new keys: `live`, or `test` for a service that is only tried out. */
export const KEY_KIND = Symbol('KEY_KIND');
