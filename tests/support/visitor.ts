import { proofCookie } from '#contract/member/auth.ts'

export interface Cookie {
  name: string
  value: string
  path: string
  httpOnly: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
  /** In seconds since 1970; -1 if it ends with the browser session. */
  expires: number
}

/** Reads one Set-Cookie header. */
function readCookie(header: string): Cookie {
  const [pair = '', ...attributes] = header.split(/;\s*/)
  const at = pair.indexOf('=')
  const named = (name: string) =>
    attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const sameSite = named('samesite')?.toLowerCase()
  const expires = named('expires')
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    path: named('path') ?? '/',
    httpOnly: attributes.some((one) => /^httponly$/i.test(one)),
    sameSite: sameSite === 'strict' ? 'Strict' : sameSite === 'none' ? 'None' : 'Lax',
    expires: expires === undefined ? -1 : Date.parse(expires) / 1000,
  }
}

/** A page that a visitor has opened. */
export interface OpenedPage {
  url: URL
  status: number
  headers: Headers
  text: string
}

/** A browser without scripts: it stores cookies by path, follows redirects within the site and submits forms. */
export interface Visitor {
  open: (address: string, init?: RequestInit) => Promise<OpenedPage>
  /** Submits one of the page’s forms (the first by default) with its hidden values and these. */
  submit: (page: OpenedPage, values: Record<string, string>, index?: number) => Promise<OpenedPage>
  /** The app of this browser is signed in to the club with this token, which it proves to the provider. */
  prove: (token: string) => void
  /** The cookies that it has. */
  cookies: () => readonly Cookie[]
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
const decode = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** The forms of a page, in order: the action of each, and its hidden values. */
export function formsOf(page: OpenedPage): { action: URL; hidden: Record<string, string> }[] {
  return [...page.text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = '', inside = '']) => {
    const fields = [...inside.matchAll(/<input\b[^>]*>/g)].filter(([field]) => attribute(field, 'type') === 'hidden')
    const hidden = fields.map(([field]) => [attribute(field, 'name') ?? '', decode(attribute(field, 'value') ?? '')])
    return { action: new URL(decode(attribute(tag, 'action') ?? ''), page.url), hidden: Object.fromEntries(hidden) }
  })
}

/** The target of a page's link with this text. */
export function linkOf(page: OpenedPage, says: string): string {
  const links = [...page.text.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a/g)]
  const found = links.find(([, , inside = '']) => inside.trim() === says)
  if (!found) throw new Error(`No link says "${says}" in:\n${page.text}`)
  return new URL(decode(attribute(found[1] ?? '', 'href') ?? ''), page.url).href
}

/**
 * A person with a separate browser. Redirects to the app itself (`/login`, `/` and below a language) are not followed.
 *
 * @param always headers of each of its requests
 */
export function createVisitor(origin: string, always: Record<string, string> = {}): Visitor {
  let jar: Cookie[] = []
  let proof: string | null = null

  function keep(headers: Headers): void {
    for (const header of headers.getSetCookie()) {
      const cookie = readCookie(header)
      jar = jar.filter(({ name, path }) => name !== cookie.name || path !== cookie.path)
      if (cookie.expires !== 0) jar.push(cookie)
    }
  }

  async function open(address: string, init: RequestInit = {}): Promise<OpenedPage> {
    const url = new URL(address, origin)
    const fitting = jar.filter(
      ({ path }) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')),
    )
    const state = url.searchParams.get('state') ?? ''
    const isAsked = proof !== null && url.pathname === '/identity/auth'
    const proofs = isAsked ? [{ name: proofCookie(state), value: proof }] : []
    const headers = new Headers({
      ...always,
      accept: 'text/html',
      cookie: [...fitting, ...proofs].map(({ name, value }) => `${name}=${value}`).join('; '),
    })
    new Headers(init.headers).forEach((value, name) => headers.set(name, value))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    keep(response.headers)
    const location = response.headers.get('location')
    const target = location === null ? null : new URL(location, url)
    if (target?.origin === origin && target.pathname.startsWith('/identity/')) return open(target.href)
    const page = { url: target ?? url, status: response.status, headers: response.headers, text: await response.text() }
    return page
  }

  return {
    open,
    prove: (token) => (proof = token),
    cookies: () => jar,
    submit(page, values, index = 0) {
      const form = formsOf(page)[index]
      if (!form) throw new Error(`No form ${index} in:\n${page.text}`)
      return open(form.action.href, {
        method: 'POST',
        body: new URLSearchParams({ ...form.hidden, ...values }),
        headers: { origin, 'sec-fetch-site': 'same-origin' },
      })
    },
  }
}
