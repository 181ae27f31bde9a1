import { expect, test } from 'vitest'
import { withoutReported } from './withoutReported.ts'

test.each([
  ['<p onclick="alert(1)">', '<p xnclick="alert(1)">'],
  ['<p ONCLICK=go()>', '<p xNCLICK=go()>'],
  ['<svg/onload=a()>', '<svg/xnload=a()>'],
  ['<a title=">" onclick=b>', '<a title=">" xnclick=b>'],
  [`<a title='"'onclick=b>`, `<a title='"'xnclick=b>`],
  ['<a href = x onclick\n=b>', '<a href = x xnclick\n=b>'],
  ['<p onclick>', '<p xnclick>'],
  ['<p style="color:red">', '<p xtyle="color:red">'],
  ['<p\tonclick=b', '<p\txnclick=b'],
  // A comment, or the text of a style sheet, may hide where a tag begins.
  ['<!-- <a title=" --><b onclick=x>', '<!-- <a title=" --><b xnclick=x>'],
  ['<style><a title="</style><b onclick=x>', '<style><a title="</style><b xnclick=x>'],
])('%s becomes %s', (html, expected) => {
  expect(withoutReported(html)).toBe(expected)
})

test.each([
  'The concert is on Friday, style = baroque; 1 < 2 on = 3',
  '<p class="on style" title="on stage = 1">Once only = 1 style</p>',
  '<a href=/on?style=1>on</a> style',
  '<style>p { color: red }</style>',
  '',
])('Other text stays as it is: %s', (text) => {
  expect(withoutReported(text)).toBe(text)
})
