import { rolldown } from 'rolldown'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { type Club, openClub } from '#tests/support/club.ts'
import type { Fault } from '#tests/support/faults.ts'
import type { SeenRequest } from '#tests/support/proxy.ts'

/** Decides about each of a member's calls. */
export type Judge = (request: SeenRequest) => Fault | null

/** A club whose proxy also serves the soak's page, and one browser for all seeds. */
export interface SoakBed extends Club {
  browser: Browser
  /** The address of the soak's page. */
  page: string
  /** Lets the judge decide about all scan calls with this token. */
  judge: (token: string, judge: Judge) => void
  close: () => Promise<void>
}

/** Opens a test bed. */
export async function openSoakBed(): Promise<SoakBed> {
  const script = await buildPage()
  const { close: closeClub, ...club } = await openClub()
  const browser = await chromium.launch(await chromiumLaunch())
  const judges = new Map<string, Judge>()
  club.proxy.fault(
    { path: '/soak/' },
    file('text/html', '<!doctype html><script type="module" src="page.js"></script>'),
  )
  club.proxy.fault({ path: '/soak/page.js' }, file('text/javascript', script))
  club.proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, (request) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    return judges.get(token)?.(request) ?? null
  })
  return {
    ...club,
    browser,
    page: `${club.origin}/soak/`,
    judge: (token, judge) => judges.set(token, judge),
    close: async () => {
      await browser.close()
      await closeClub()
    },
  }
}

/** The page's script in one file, bundled from the product's own modules. */
async function buildPage(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./soakPage.ts', import.meta.url)),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.SSR': 'false' } },
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return output[0].code
}

function file(type: string, body: string): Fault {
  return { kind: 'answer', status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body }
}
