import { expect, test } from 'vitest'
import { isMalformedCode } from './ticketCode.ts'

test.each([
  'OUTLET7-730144829911',
  'OUTLET/0c1f',
  'eyJhbGciOiJFZERTQSJ9.e30.c2ln',
  'a.b.c',
  '{}',
  '🎻🎶',
  'CITYLINE:12345',
  '00020112345678',
  'telephone-7',
  'wwwhale',
  '  OUTLET7-730144829911\r\n',
])('%j may be a ticket code', (text) => {
  expect(isMalformedCode(text)).toBe(false)
})

test.each([
  '',
  '   \n',
  'two words',
  'line\nbreak',
  'wide\u3000space',
  '\u0000binary\u0001',
  'half \uD83C',
  '\uD83Cpair',
  'https://example.com/menu?table=4',
  'HTTP://EXAMPLE.COM',
  'www.example.com',
  'WIFI:T:WPA;S:foyer;P:secret;;',
  'BEGIN:VCARD\nFN:Ada\nEND:VCARD',
  'BEGIN:VEVENT',
  'MECARD:N:Ada;;',
  'mailto:ada@club.example',
  'tel:+85212345678',
  'geo:22.3,114.2',
  '00020101021126370009hk.com.hkicl0102120300064000520400005303344540115802HK63045E1A',
])('%j cannot be a ticket code', (text) => {
  expect(isMalformedCode(text)).toBe(true)
})
