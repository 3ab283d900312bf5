import { readdirSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Service, startService } from '../support/service.js';
import { launch, MISSING, open, openTab, overhangOf, reach, SITE, type Tab } from './support/browser.js';

const WIDTHS = [
  { device: 'phone', width: 390, height: 844 },
  { device: 'desktop', width: 1_280, height: 900 },
];
/** Milliseconds for all pages in one width: some 100, of 0.2 s each. */
const ALL_PAGES_MS = 180_000;

if (MISSING !== undefined) process.stderr.write(`The documentation site is not opened: ${MISSING} is missing.\n`);
const describeSite = MISSING === undefined ? describe : describe.skip;

describeSite('the documentation site', () => {
  let service: Service;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const origin = (): string => `http://127.0.0.1:${service.port}`;
  const guide = (): string => `${origin()}/docs/guide/`;

  describe.each(WIDTHS)('on a $device', ({ device, width, height }) => {
    let context: BrowserContext;
    let tab: Tab;
    beforeEach(async () => {
      context = await browser.newContext({ viewport: { width, height } });
      tab = await openTab(context, origin());
    });
    afterEach(() => context.close());

    const heading = (text: string) => tab.page.locator('.vp-doc h1', { hasText: text }).waitFor();
    const openSidebar = async (): Promise<void> => {
      if (device === 'phone') await tab.page.getByRole('button', { name: 'Menu' }).click();
    };
    const sidebarLink = (name: string) => tab.page.locator('.VPSidebar').getByRole('link', { name, exact: true });

    it(
      'opens every page without an error, without another host and without scrolling sideways',
      async () => {
        const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
        expect(pages.length).toBeGreaterThan(90);
        const wide: string[] = [];
        for (const name of pages) {
          await open(tab, guide() + name);
          if ((await overhangOf(tab)) > 0) wide.push(name);
        }
        expect({ wide, faults: tab.faults }).toEqual({ wide: [], faults: [] });
      },
      ALL_PAGES_MS,
    );

    it('finds a page by words of it, without another host', async () => {
      await open(tab, guide());
      await tab.page.getByRole('button', { name: 'Search' }).click();
      await tab.page.getByRole('searchbox').fill('lease heartbeat');
      await tab.page.locator('.VPLocalSearchBox .result').filter({ hasText: 'Run a dialer' }).first().click();
      await tab.page.waitForURL(/how-to\/run-a-dialer\.html/);
      await heading('Run a dialer');
      expect(tab.faults).toEqual([]);
    });

    it('leads from the sidebar to a page, to a decision, to the reference and to a file', async () => {
      await open(tab, guide());
      await openSidebar();
      await sidebarLink('Run a dialer').click();
      await tab.page.waitForURL(`${guide()}how-to/run-a-dialer.html`);
      await heading('Run a dialer');
      await openSidebar();
      await tab.page
        .locator('.VPSidebarItem.collapsible', { hasText: 'Architecture decisions' })
        .locator('.caret')
        .click();
      await sidebarLink('0001: the event log is the only truth; a workspace is one stream').click();
      await tab.page.waitForURL(`${guide()}adr/0001-one-stream-a-workspace.html`);
      await openSidebar();
      await sidebarLink('API reference (OpenAPI)').click();
      await tab.page.locator('#reference .opblock').first().waitFor();
      expect(tab.page.url()).toBe(`${origin()}/docs/`);
      await open(tab, guide());
      await openSidebar();
      await sidebarLink('Settings').click();
      await tab.page.waitForURL(/env\.example\.txt$/);
      expect(await tab.page.locator('body').textContent()).toContain('API_BASE_PATH');
      expect(tab.faults).toEqual([]);
    });

    it('leads from a page to the heading of another one, and back', async () => {
      await open(tab, `${guide()}changelog.html`);
      await tab.page.locator('.vp-doc').getByRole('link', { name: 'codes', exact: true }).click();
      await tab.page.waitForURL(`${guide()}reference/command-line.html#exit-codes`);
      await reach(tab, '#exit-codes');
      await tab.page.goBack();
      await tab.page.waitForURL(`${guide()}changelog.html`);
      expect(tab.faults).toEqual([]);
    });

    it('says of a path that it lacks that there is no such page', async () => {
      await open(tab, `${guide()}how-to/none.html`);
      expect(await tab.page.locator('body').textContent()).toContain('PAGE NOT FOUND');
      expect(tab.faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    });
  });

  it('shows what git hosts show: braces of paths, and diagrams as pictures', async () => {
    const context = await browser.newContext();
    const tab = await openTab(context, origin());
    await open(tab, `${guide()}reference/http-contract.html`);
    expect(await tab.page.locator('.vp-doc').textContent()).toContain('GET /admin/workspaces/{workspaceId}');
    await open(tab, `${guide()}architecture.html`);
    expect(await tab.page.locator('.vp-doc .diagram svg').count()).toBe(2);
    expect(await tab.page.locator('.vp-doc pre', { hasText: 'flowchart' }).count()).toBe(0);
    await context.close();
  });
});

describeSite('under API_BASE_PATH', () => {
  it('the documentation site is whole: pages, search, links', async () => {
    const service = await startService({ env: { API_BASE_PATH: '/api/v1' } });
    const browser = await launch();
    try {
      const origin = `http://127.0.0.1:${service.port}`;
      const tab = await openTab(await browser.newContext({ viewport: { width: 1_280, height: 900 } }), origin);
      await open(tab, `${origin}/api/v1/docs/guide`);
      await tab.page.getByRole('button', { name: 'Search' }).click();
      await tab.page.getByRole('searchbox').fill('waterfall');
      await tab.page.locator('.VPLocalSearchBox .result').first().click();
      await tab.page.waitForURL(/\/api\/v1\/docs\/guide\/.+\.html/);
      await tab.page.locator('.VPSidebar').getByRole('link', { name: 'Error codes', exact: true }).click();
      await tab.page.waitForURL(`${origin}/api/v1/docs/errors/`);
      expect(tab.faults).toEqual([]);
    } finally {
      await browser.close();
      await service.stop();
    }
  }, 120_000);
});
