import type { TestMember } from './members.ts'

/** A student card as a small PDF. */
export const cardPdf = Buffer.from('%PDF-1.7 Chan Wing Yan, class 4B')

/** A PDF of a size in bytes. */
export function pdfOfSize(size: number): Buffer<ArrayBuffer> {
  return Buffer.concat([cardPdf, Buffer.alloc(size - cardPdf.length)])
}

/** A multipart body as a browser makes it, with the headers that go with it. */
export async function multipart(parts: readonly (readonly [name: string, value: string | Blob])[]) {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const made = new Response(form)
  const body = Buffer.from(await made.arrayBuffer())
  const contentType = made.headers.get('content-type') ?? ''
  return { body, headers: { 'Content-Type': contentType, 'Content-Length': String(body.length) } }
}

/**
 * What a member sends from the last step of the form of the young audience scheme. `country` is the id of one in the
 * contents.
 */
export function youthForm({ email }: Pick<TestMember, 'email'>, change: Record<string, unknown> = {}) {
  return {
    _is_ya_form: true,
    salutations: 'ms',
    first_name: 'Wing Yan',
    last_name: 'Chan',
    gender: 'female',
    dob: '2010-05-01',
    guardian_name: 'Chan Tai Man',
    guardian_mobile: '51239999',
    guardian_email: 'guardian@club.example',
    email,
    country_code: '852',
    mobile: '51230001',
    house_or_building_estate: 'Harbour Court',
    road_or_street: '1 Harbour Road',
    district: 'Wan Chai',
    country: 'hk',
    school_type: 'secondary_school',
    school_name: 'Harbour View Secondary School',
    _student_card_base64: `data:application/pdf;base64,${cardPdf.toString('base64')}`,
    consent: true,
    confirm_email: true,
    ...change,
  }
}
