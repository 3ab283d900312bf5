/** Kept aside: what runs in the world is given both as `countTurns` leaves them. */
const { setImmediate: setTurn, clearImmediate: clearTurn } = globalThis;
const awaited = new Set<NodeJS.Immediate>();

/** Calls back in a turn of the event loop of its own. */
export function inTurn(callback: () => void): void {
  setTurn(callback);
}

/** Whether code of the world waits for a turn. */
export function isTurnAwaited(): boolean {
  return awaited.size > 0;
}

/** From now on it is known which turns code waits for by `setImmediate`. The returned function undoes it. */
export function countTurns(): () => void {
  const counted = <Given extends unknown[]>(callback: (...given: Given) => void, ...given: Given): NodeJS.Immediate => {
    const turn = setTurn(() => {
      awaited.delete(turn);
      callback(...given);
    });
    awaited.add(turn);
    return turn;
  };
  globalThis.setImmediate = Object.assign(counted, { __promisify__: setTurn.__promisify__ });
  globalThis.clearImmediate = (turn) => {
    if (turn) awaited.delete(turn);
    clearTurn(turn);
  };
  return () => {
    globalThis.setImmediate = setTurn;
    globalThis.clearImmediate = clearTurn;
    awaited.clear();
  };
}
