/**
 * Translators of browsers replace a page's text nodes by `<font>` elements. React keeps the text nodes: it would update
 * them in vain, and fail where it removes one or inserts before it (facebook/react#11538). So a text node comes back
 * before React needs it; the translator then translates its new text.
 */

const translator = 'FONT'

/** The text nodes, in their order, that a translation stands for. */
const textsOf = new WeakMap<Node, Text[]>()
/** The translation in place of a text node. */
const translationOf = new WeakMap<Node, ChildNode>()
/** Text nodes that the app itself has removed. */
const removed = new WeakSet<Node>()

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const isTranslation = (node: Node | null): node is ChildNode => node?.nodeName === translator

/** Puts the texts back that a translation stands for, where `node` is one of them. */
function restore(node: Node): void {
  const translation = translationOf.get(node)
  if (translation === undefined) return
  const texts = textsOf.get(translation) ?? []
  for (const text of texts) translationOf.delete(text)
  translation.replaceWith(...texts)
}

const changedTexts = new MutationObserver((changes) => {
  for (const { target } of changes) restore(target)
})

function noteTranslation(text: Text, translation: ChildNode): void {
  translationOf.set(text, translation)
  textsOf.set(translation, [...(textsOf.get(translation) ?? []), text])
  // React changes a text node that it believes to be on the page.
  changedTexts.observe(text, { characterData: true })
}

/** The translation that a text gave way to: added in the same step, or beside it, or that of a text beside it. */
function translationFor({ addedNodes, previousSibling, nextSibling }: MutationRecord): ChildNode | undefined {
  const candidates = [...addedNodes, previousSibling, nextSibling]
  return (
    candidates.find(isTranslation) ??
    candidates.map((node) => node && translationOf.get(node)).find((found) => found !== undefined && found !== null)
  )
}

function noteTranslations(changes: readonly MutationRecord[]): void {
  if (!changes.some(({ addedNodes }) => [...addedNodes].some(isTranslation))) return
  prepareForReact()
  let open = changes.flatMap((change) => [...change.removedNodes].filter(isText).map((text) => ({ text, change })))
  open = open.filter(({ text }) => !text.isConnected && !removed.has(text))
  // Of texts side by side, the first may be replaced last.
  for (let before = open.length + 1; open.length > 0 && open.length < before;) {
    before = open.length
    open = open.filter(({ text, change }) => {
      const translation = translationFor(change)
      if (translation !== undefined) noteTranslation(text, translation)
      return translation === undefined
    })
  }
}

const translations = new MutationObserver(noteTranslations)

/** Restores a text before React uses it as a child of `parent`. Returns whether it is one. */
function isChild(parent: Node, child: Node): boolean {
  if (child.parentNode === parent) return true
  noteTranslations(translations.takeRecords())
  restore(child)
  return child.parentNode === parent
}

let isPrepared = false

/** Only once a page is translated: no other page is slowed down, or behaves in another way. */
function prepareForReact(): void {
  if (isPrepared) return
  isPrepared = true
  const original = Object.getOwnPropertyDescriptors(Node.prototype)
  const [insertBefore, removeChild] = [original.insertBefore.value, original.removeChild.value]
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    // Lost to the translator: what React wants is already so.
    if (!isChild(this, child)) return child
    removed.add(child)
    removeChild?.call(this, child)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(node: Child, reference: Node | null): Child {
    removed.delete(node)
    const place = reference !== null && isChild(this, reference) ? reference : null
    insertBefore?.call(this, node, place)
    return node
  }
}

/** Lets the app go on working when the browser translates its page. */
export function watchTranslation(): void {
  translations.observe(document.body, { subtree: true, childList: true })
}
