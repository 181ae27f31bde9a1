import { expect } from '@playwright/test'
import { type Language, languages, languageTags } from '#contract/language.ts'

/** What a head says, as those read it who run no scripts. */
interface Head {
  lang: string | undefined
  titles: string[]
  /** `content` by name or property. */
  metas: [string, string][]
  /** By relation and language. */
  links: [string, string][]
}

const attribute = (tag: string, name: string) => new RegExp(String.raw`\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]

/** Reads the head of a page's HTML. */
export function readHead(html: string): Head {
  const head = html.slice(0, html.indexOf('</head>'))
  return {
    lang: /<html lang="([^"]+)"/.exec(html)?.[1],
    titles: [...head.matchAll(/<title[^>]*>([^<]*)</g)].map(([, title = '']) => title),
    metas: [...head.matchAll(/<meta\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name') ?? attribute(tag, 'property') ?? '',
      attribute(tag, 'content') ?? '',
    ]),
    links: [...head.matchAll(/<link\b[^>]*>/g)].map(([tag]) => [
      `${attribute(tag, 'rel')} ${attribute(tag, 'hreflang') ?? ''}`.trim(),
      attribute(tag, 'href') ?? '',
    ]),
  }
}

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

/** Everything that is said under a name. */
const valuesOf = (all: [string, string][], name: string) =>
  all.filter(([key]) => key === name).map(([, value]) => value)

/**
 * Checks that a head states everything once, in its language, and for its own address.
 *
 * @param path after the language: empty, or from its slash
 */
export function expectCompleteHead(
  head: Head,
  origin: string,
  lang: Language,
  path: string,
): { title: string; description: string } {
  const where = `/${lang}${path}`
  const [title = ''] = head.titles
  const [description = ''] = valuesOf(head.metas, 'description')
  expect(head.lang, where).toBe(languageTags[lang])
  expect(head.titles.length, `titles of ${where}`).toBe(1)
  expect(title, where).toMatch(/\S.* · Club Bravo$/)
  expect(valuesOf(head.metas, 'description').length, `descriptions of ${where}`).toBe(1)
  expect(description.length, where).toBeGreaterThan(isChinese(description) ? 7 : 15)
  for (const text of [title, description]) expect(isChinese(text), `“${text}” of ${where}`).toBe(lang !== 'en')

  for (const other of languages) {
    expect(valuesOf(head.links, `alternate ${languageTags[other]}`), where).toEqual([`${origin}/${other}${path}`])
  }
  expect(valuesOf(head.links, 'alternate x-default'), where).toEqual([
    path === '' ? `${origin}/` : `${origin}/en${path}`,
  ])
  expect(valuesOf(head.links, 'canonical'), where).toEqual([`${origin}${where}`])
  expect(valuesOf(head.metas, 'og:url'), where).toEqual([`${origin}${where}`])
  expect(valuesOf(head.metas, 'og:image'), where).toEqual([`${origin}/og.png`])
  expect(valuesOf(head.metas, 'og:type'), where).toEqual(['website'])
  expect(valuesOf(head.metas, 'og:locale'), where).toEqual([{ en: 'en_GB', tc: 'zh_HK', sc: 'zh_CN' }[lang]])
  expect(valuesOf(head.metas, 'robots'), where).toEqual([])
  return { title, description }
}
