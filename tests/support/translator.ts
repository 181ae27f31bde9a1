import type { Page } from '@playwright/test'

/** Runs in the page. */
function translateDocument(): void {
  const untouched = new Set(['SCRIPT', 'STYLE', 'FONT', 'TITLE', 'NOSCRIPT', 'TEXTAREA', 'OPTION'])
  const translateText = (first: Text) => {
    const parent = first.parentElement
    if (
      parent === null ||
      untouched.has(parent.tagName) ||
      parent.closest('[translate=no]') ||
      first.data.trim() === ''
    )
      return
    const translation = document.createElement('font')
    const inner = document.createElement('font')
    translation.style.verticalAlign = 'inherit'
    let said = first.data
    while (first.nextSibling instanceof Text) {
      said += first.nextSibling.data
      first.nextSibling.remove()
    }
    inner.textContent = said.toUpperCase()
    translation.append(inner)
    first.replaceWith(translation)
  }
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) if (text.isConnected && !(text.previousSibling instanceof Text)) translateText(text)
  }
  const start = () => {
    document.documentElement.lang = 'ja'
    document.documentElement.classList.add('translated-ltr')
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { target, type, addedNodes } of changes)
        if (type === 'characterData' || [...addedNodes].some((node) => node.nodeName !== 'FONT'))
          translateIn(type === 'characterData' ? (target.parentNode ?? target) : target)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true })
  else start()
}

/**
 * Translates the page as the translators of Chrome and Edge do, from now on, whatever is added, and wherever the person
 * goes on the site: each text of the document gives way to an element with its translation, texts side by side to one.
 * The translation is the text in capital letters, so that tests can read it.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(translateDocument)
  await page.evaluate(translateDocument)
}
