const HOUR_MS = 3_600_000;

/**
 * The program as it is, on a machine whose clock is an hour ahead: from the start (CLOCK_AHEAD=1) or from SIGUSR2 on,
 * until SIGUSR2.
 */
const right = Date.now.bind(Date);
let isAhead = process.env['CLOCK_AHEAD'] === '1';
Date.now = () => right() + (isAhead ? HOUR_MS : 0);
process.on('SIGUSR2', () => (isAhead = !isAhead));

await import('../../apps/service/main.js');
