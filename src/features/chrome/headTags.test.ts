import { describe, expect, it, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { pageMessages } from '#src/i18n/pageMessages.ts'
import { headTags } from './headTags.ts'

const origin = 'https://club.example'

describe.each(languages)('The head in %s', (lang) => {
  it.each(Object.keys(pageMessages))(
    'of %s links the page in the three languages and has its own canonical address',
    (route) => {
      const pathname = route.replace('$lang', lang).replace('$alias', 'one-thing')
      const { links, metas, properties } = headTags({ origin, pathname, lang, isPublic: true })
      const rest = pathname.slice(3).replace(/\/$/, '')
      expect(links.filter(({ rel }) => rel === 'alternate').map(({ hrefLang, href }) => [hrefLang, href])).toEqual([
        ['en', `${origin}/en${rest}`],
        ['zh-Hant-HK', `${origin}/tc${rest}`],
        ['zh-Hans-CN', `${origin}/sc${rest}`],
        ['x-default', rest === '' ? `${origin}/` : `${origin}/en${rest}`],
      ])
      expect(links.filter(({ rel }) => rel === 'canonical')).toEqual([
        { rel: 'canonical', href: `${origin}/${lang}${rest}` },
      ])
      expect(properties.find(({ property }) => property === 'og:url')?.content).toBe(`${origin}/${lang}${rest}`)
      expect(metas.some(({ name }) => name === 'robots')).toBe(false)
    },
  )
})

test('A page that is not public is not indexed, and has no canonical address', () => {
  const { links, metas } = headTags({ origin, pathname: '/en/member-detail', lang: 'en', isPublic: false })
  expect(metas).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(links.some(({ rel }) => rel === 'canonical')).toBe(false)
})
