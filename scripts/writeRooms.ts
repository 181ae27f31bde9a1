// `npm run rooms`: writes tests/architecture/rooms.md (who may import whom) from its table.
import { writeFile } from 'node:fs/promises'
import { format } from 'prettier'
import { roomsPage } from '#tests/architecture/rooms.ts'

await writeFile('tests/architecture/rooms.md', await format(roomsPage(), { parser: 'markdown' }))
