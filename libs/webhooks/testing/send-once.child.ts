import { testSender, webhookTo } from './index.js';

/** Sends one webhook to receiver.test on the given port, and prints the result. */
const [port] = process.argv.slice(2);
const result = await testSender().send(webhookTo(`https://receiver.test:${port}/`));
process.stdout.write(JSON.stringify(result));
