import { expect, test } from 'vitest'
import { readProduct } from './product.ts'

test('Without configuration in the shell the product is the built-in one', () => {
  expect(readProduct('<!doctype html><html><head><title>Club</title></head></html>')).toBe('club-bravo')
})

test('The product that the server wrote into the shell is the one that is called', () => {
  const content =
    '{&quot;product&quot;:&quot;club-two&quot;,&quot;issuer&quot;:&quot;https://id.example/?a=1&amp;b=2&quot;}'
  expect(readProduct(`<html><head><meta name="club-bravo-config" content="${content}"></head></html>`)).toBe('club-two')
})

test('A configuration that makes no sense stops the sending rather than calling a wrong address', () => {
  expect(() => readProduct('<meta name="club-bravo-config" content="{}">')).toThrow('product')
})
