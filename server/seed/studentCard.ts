import sharp from 'sharp'
import type { StudentCard } from '#server/services/membership/studentCards.ts'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400">
  <rect width="640" height="400" rx="24" fill="#e9f0f4"/>
  <rect width="640" height="88" rx="24" fill="#23566f"/>
  <circle cx="120" cy="210" r="54" fill="#b9c8d1"/>
  <path d="M36 352q84-110 168 0z" fill="#b9c8d1"/>
  <g fill="#6d8592">
    <rect x="250" y="150" width="300" height="22" rx="11"/>
    <rect x="250" y="200" width="220" height="22" rx="11"/>
    <rect x="250" y="250" width="260" height="22" rx="11"/>
  </g>
</svg>`

/** A drawn student card, for a demo member who waits for approval. */
export async function demoStudentCard(): Promise<StudentCard> {
  return { type: 'image/png', bytes: await sharp(Buffer.from(drawing)).png().toBuffer() }
}
