import { expect, test } from 'vitest'
import { readApiConfig } from './apiConfig.ts'

const shell = (content: string) => `<html><head><meta name="club-bravo-config" content="${content}"></head></html>`

test('Without configuration in the shell the product is the built-in one, and its answers name their calls', () => {
  expect(readApiConfig('<!doctype html><html><head><title>Club</title></head></html>')).toEqual({
    product: 'club-bravo',
    namesKeys: true,
  })
})

test('The product that the server wrote into the shell is the one that is called', () => {
  const others = '&quot;issuer&quot;:&quot;https://id.example/?a=1&amp;b=2&quot;'
  expect(readApiConfig(shell(`{&quot;product&quot;:&quot;club-two&quot;,${others}}`))).toEqual({
    product: 'club-two',
    namesKeys: true,
  })
})

test('A backend whose answers name no call says so in the shell', () => {
  const content = '{&quot;product&quot;:&quot;club-two&quot;,&quot;namesKeys&quot;:false}'
  expect(readApiConfig(shell(content)).namesKeys).toBe(false)
})

test('A configuration that makes no sense stops the sending rather than calling a wrong address', () => {
  expect(() => readApiConfig(shell('{}'))).toThrow('product')
})
