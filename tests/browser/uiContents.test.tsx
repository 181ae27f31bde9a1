// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { resolveCampaignHref } from '#src/content/campaigns.ts'
import { LinkResolverContext } from '#src/ui/actions/linkResolver.ts'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { loadSanitiser } from '#src/ui/content/sanitise.ts'

const text = (en: string, tc = '', sc = '') => ({ en, tc, sc })

test('An editor’s text loses everything that could run code, load files, show forms or change styles', async () => {
  await loadSanitiser()
  const place = show(
    <RichText
      text={text(
        `<h3 style="color:red" onclick="alert(1)">Title</h3><script>alert(1)</script><style>p{display:none}</style>
         <iframe src="/"></iframe><form action="/"><input name="a"><button>Go</button></form><p>Kept</p>
         <img src="https://elsewhere.example/spy.gif" alt=""><img src="/images/own.jpg" alt="Own" onerror="alert(1)">
         <a href="javascript:alert(1)">Trap</a><svg><a href="#">x</a></svg><p class="x" data-x="1">More</p>`,
      )}
    />,
  )
  await expect.element(page.getByText('Kept')).toBeVisible()
  expect(place.querySelectorAll('script, style, iframe, form, input, button, svg, [style], [data-x]')).toHaveLength(0)
  expect(place.innerHTML).not.toMatch(/javascript:|onclick|onerror|elsewhere/)
  expect([...place.querySelectorAll('img')].map((image) => [image.alt, image.loading])).toEqual([['Own', 'lazy']])
})

test('Links in a text open in the app in its language; external links open in a new tab, which is announced', async () => {
  await loadSanitiser()
  show(
    <RichText
      text={text(
        '',
        `<a href="/{lang}/faq#points">inside</a> <a href="/%7Blang%7D/how-to">escaped</a>
         <a href="https://orchestra.example/" target="_self">outside</a> <a href="mailto:a@b.example">mail</a>`,
      )}
    />,
    'sc',
  )
  await expect.element(page.getByText('inside')).toHaveAttribute('href', '/sc/faq#points')
  await expect.element(page.getByText('escaped')).toHaveAttribute('href', '/sc/how-to')
  await expect.element(page.getByText('mail')).not.toHaveAttribute('target')
  const outside = page.getByRole('link', { name: /outside.*\(opens in a new tab\)/ })
  await expect.element(outside).toHaveAttribute('target', '_blank')
  await expect.element(outside).toHaveAttribute('rel', 'noopener noreferrer')
})

test('A link in a text to an external campaign opens its website in a new tab', async () => {
  await loadSanitiser()
  const campaigns = [{ alias: 'schools', kind: 'external', external_url: 'https://example.org/schools' }] as const
  show(
    <LinkResolverContext value={(href) => resolveCampaignHref(campaigns, href)}>
      <RichText
        text={text('<a href="/{lang}/campaign/schools">schools</a> <a href="/{lang}/campaign/season">season</a>')}
      />
    </LinkResolverContext>,
  )
  const schools = page.getByRole('link', { name: /schools.*\(opens in a new tab\)/ })
  await expect.element(schools).toHaveAttribute('href', 'https://example.org/schools')
  await expect.element(schools).toHaveAttribute('target', '_blank')
  await expect.element(schools).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(page.getByRole('link', { name: 'season' })).toHaveAttribute('href', '/en/campaign/season')
})

test('The router handles a click on a link into the app', async () => {
  await loadSanitiser()
  const root = createRootRoute({
    component: () => (
      <RichText text={text('<a href="/{lang}/faq?q=1#points">inside</a> <a href="/api/file">file</a>')} />
    ),
    notFoundComponent: () => <p>Elsewhere</p>,
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  show(<RouterProvider router={createRouter({ routeTree: root, history })} />)
  await page.getByText('inside').click()
  await expect.poll(() => history.location.href).toBe('/en/faq?q=1#points')
})

test('A text that is missing in a language is shown in the next best one, with its language marked', async () => {
  const place = show(<LocalText text={text('Hall', '音樂廳')} as="p" />, 'sc')
  await expect.element(page.getByText('音樂廳')).toHaveAttribute('lang', 'zh-Hant-HK')
  show(<LocalText text={text('Hall', '音樂廳')} as="p" />, 'tc')
  await expect.poll(() => place.querySelector('p')?.hasAttribute('lang')).toBe(false)
})

const image = { path: '/images/lost', width: 1200, height: 800, widths: [400, 1200] }

test('A picture that fails to load leaves a plain placeholder of the same size, with its alternative text', async () => {
  const place = show(
    <div style={{ width: '300px' }}>
      <Picture image={{ ...image, path: '/images/lost' }} alt="The hall" sizes="300px" />
    </div>,
  )
  await expect.element(page.getByRole('img', { name: 'The hall' })).toBeVisible()
  await expect.poll(() => place.querySelector('picture')).toBeNull()
  const lost = place.querySelector('[aria-label="The hall"]')
  expect(lost?.getBoundingClientRect()).toMatchObject({ width: 300, height: 200 })
})

test('A picture is offered in each size and format, with another picture for narrow screens', () => {
  const place = show(
    <Picture
      image={{ en: image, tc: null, sc: null }}
      phone={{ ...image, path: '/images/slim' }}
      alt=""
      sizes="100vw"
      eager
    />,
  )
  const sources = [...place.querySelectorAll('source')].map(({ type, media, srcset }) => [type, media, srcset])
  expect(sources).toEqual([
    ['image/webp', '(width < 48rem)', '/images/slim-400.webp 400w, /images/slim-1200.webp 1200w'],
    ['image/jpeg', '(width < 48rem)', '/images/slim-400.jpg 400w, /images/slim-1200.jpg 1200w'],
    ['image/webp', '', '/images/lost-400.webp 400w, /images/lost-1200.webp 1200w'],
  ])
  const img = place.querySelector('img')
  expect([img?.getAttribute('width'), img?.getAttribute('fetchpriority'), img?.loading]).toEqual([
    '1200',
    'high',
    'eager',
  ])
})

test('A wide table in a text can be scrolled with the keyboard', async () => {
  await loadSanitiser()
  show(<RichText text={text('<table><caption>Tiers</caption><tr><th scope="row">Red</th><td>1.5</td></tr></table>')} />)
  await expect.element(page.getByRole('group', { name: 'Tiers' })).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByRole('group', { name: 'Tiers' })).toHaveFocus()
})
