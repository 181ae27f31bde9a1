// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { securityHeaders } from '#server/http/securityHeaders.ts'
import { RichText } from '#src/ui/content/RichText.tsx'
import { loadSanitiser } from '#src/ui/content/sanitise.ts'
import { Slider } from '#src/ui/pictures/Slider.tsx'
import { ToastRegion } from '#src/ui/overlays/ToastRegion.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'

const button = (name: string) => page.getByRole('button', { name })

/** The product's own policy for styles, pictures and strings that become markup, applied to this page permanently. */
function enforce(): void {
  const { 'Content-Security-Policy': whole = '' } = securityHeaders(
    { origin: 'http://localhost', identity: { kind: 'built-in' }, payment: null },
    { dev: false },
  )
  const testedDirectives = /^(?:style-src|img-src|require-trusted-types-for|trusted-types) /
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = whole
    .split('; ')
    .filter((directive) => testedDirectives.test(directive))
    .join('; ')
  document.head.append(policy)
}

test('Animated, passing and editor-written elements work under the product’s content security policy', async () => {
  const broken: string[] = []
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    broken.push(`${effectiveDirective} ${blockedURI} ${sample}`)
  })
  await loadSanitiser()
  enforce()
  const proof = document.createElement('div')
  proof.setAttribute('style', 'color: red')
  await expect.poll(() => broken.length).toBe(1)
  broken.length = 0
  const slides = ['A', 'B', 'C'].map((key) => ({ key, content: <p>{key}</p> }))
  show(
    <>
      <Slider label="Slides" slides={slides} loop />
      <RichText text={{ en: '<p style="color:red">Text<img src="https://a.example/b.png"></p>', tc: '', sc: '' }} />
      <ToastRegion />
    </>,
  )
  showToast({ title: 'Saved' })
  await expect.element(page.getByText('Saved').first()).toBeVisible()
  await button('Next').click()
  await expect.element(page.getByText('Text', { exact: true })).toBeVisible()
  expect(broken).toEqual([])
})
