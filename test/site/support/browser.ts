import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ROOT } from '../../support/documentation.js';

/** Where Debian, Ubuntu and Fedora put it; the variable CHROMIUM wins. */
const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const CHROMIUM = [process.env['CHROMIUM'] ?? '', ...USUAL].find((path) => path !== '' && existsSync(path));

/** Where `npm run docs` puts the site. */
export const SITE = join(ROOT, 'dist', 'docs-site');

/** What is missing to open the site; undefined: nothing. */
export const MISSING = !existsSync(join(SITE, 'index.html'))
  ? 'the site, which `npm run docs` builds'
  : CHROMIUM === undefined
    ? 'Chromium, in /usr/bin or named by CHROMIUM'
    : undefined;

/** Milliseconds for one step of a page. A busy machine must not fail a test; a test must not end before its step. */
const STEP_MS = 10_000;

/** The browser, without a window. */
export function launch(): Promise<Browser> {
  // A container's /dev/shm has 64 MiB, which the browser would fill.
  return chromium.launch({ executablePath: CHROMIUM!, args: ['--disable-dev-shm-usage'] });
}

/** A tab that records what no page of the site may do. */
export interface Tab {
  readonly page: Page;
  /**
   * Errors and warnings of the console, exceptions, requests to another origin, answers of 400 and more; each once it
   * is seen.
   */
  readonly faults: string[];
}

/** Opens a tab that is at home at `origin`. */
export async function openTab(context: BrowserContext, origin: string): Promise<Tab> {
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  const faults: string[] = [];
  const say = (text: string): void => void faults.push(`${page.url()}: ${text}`);
  page.on('console', (message) => {
    // Browsers ask for it where they show a text, which cannot name a picture.
    const isPicture = message.location().url === `${origin}/favicon.ico`;
    if (['error', 'warning'].includes(message.type()) && !isPicture) say(message.text());
  });
  page.on('pageerror', (error) => say(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) say(`asks ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) say(`${response.status()} ${response.url()}`);
  });
  return { page, faults };
}

/** What is read of a page's own objects; the tests are compiled without the types of a browser. */
interface Window {
  readonly document: {
    querySelector(selector: string): {
      readonly __vue_app__?: unknown;
      getBoundingClientRect(): { readonly top: number };
    };
    readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
  };
}

/** Opens an address, and waits until the page's script has taken it over. */
export async function open({ page }: Tab, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(
    () => (globalThis as unknown as Window).document.querySelector('#app').__vue_app__ !== undefined,
  );
}

/** Waits until an element is within the first pixels of the window, below the bar at its top. */
export async function reach({ page }: Tab, selector: string): Promise<void> {
  await page.locator(selector).waitFor();
  await page.waitForFunction((it) => {
    const { top } = (globalThis as unknown as Window).document.querySelector(it).getBoundingClientRect();
    return top >= 0 && top < 250;
  }, selector);
}

/** How many pixels the page is wider than the window. */
export function overhangOf({ page }: Tab): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = (globalThis as unknown as Window).document.documentElement;
    return scrollWidth - clientWidth;
  });
}
