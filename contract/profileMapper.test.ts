import { expect, test } from 'vitest'
import { profileOf } from '#tests/support/profile.ts'
import { formValuesOf, profileUpdateOf, shippingAddressOf } from './profileMapper.ts'
import { fieldsOf } from './registration.ts'

const address = {
  flat_or_unit: 'B',
  floor: null,
  block_or_phase: null,
  house_or_building_estate: 'Harbour Court',
  road_or_street: '1 Pier Road',
  district: 'Wan Chai',
  country: 'hk',
}

test('A profile becomes a form’s values: "null" and nothing are empty, the address is flat, consent is asked anew', () => {
  const values = formValuesOf(
    profileOf({
      mobile: 'null',
      first_name: null,
      consent: true,
      receive_email_promotion: true,
      interest_id: ['concerto'],
      shipping_address_1: [{ memberProfile: address }],
    }),
  )
  expect(values).toMatchObject({
    first_name: '',
    mobile: '',
    country_code: '852',
    floor: '',
    district: 'Wan Chai',
    consent: false,
    confirm_email: false,
    receive_email_promotion: true,
    interest_id: ['concerto'],
  })
  expect(values).not.toHaveProperty('member_no')
})

test('A form sends the fields that it asks for, and no country code that nobody chose', () => {
  const values = { ...formValuesOf(profileOf()), mobile: ' ', school_name: 'Pier Road School' }
  const sent = profileUpdateOf(values, fieldsOf('free', 'contact'))
  expect(Object.keys(sent).toSorted()).toEqual([...fieldsOf('free', 'contact')].toSorted())
  expect(sent.country_code).toBe('')
  expect(profileUpdateOf({ ...values, country_code: '86' }, ['country_code'])).toEqual({ country_code: '86' })
  expect(profileUpdateOf({ ...values, mobile: '51230001' }, ['country_code'])).toEqual({ country_code: '852' })
})

test('An address is stored in the shape of the profile; without any line there is none', () => {
  expect(shippingAddressOf(address)).toEqual([{ memberProfile: address }])
  const none = { ...address, flat_or_unit: null, house_or_building_estate: null, road_or_street: null }
  expect(shippingAddressOf({ ...none, district: null, country: null })).toEqual([])
})
