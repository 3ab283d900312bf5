const HOUR_MS = 3_600_000;

/**
 * The service on a machine whose clock is one hour ahead: from the start with CLOCK_AHEAD=1; SIGUSR2 toggles between
 * ahead and right.
 */
const right = Date.now.bind(Date);
let isAhead = process.env['CLOCK_AHEAD'] === '1';
Date.now = () => right() + (isAhead ? HOUR_MS : 0);
process.on('SIGUSR2', () => (isAhead = !isAhead));

await import('../../apps/service/main.js');
