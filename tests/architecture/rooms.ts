/**
 * Who may import whom: the plan of the house. A room is a folder; `features/*` stands for each feature by itself, so that one
 * never imports another. `types` rooms may be imported for their types alone. Rooms that are not listed (main, router, app,
 * tests, …) wire the others and may import anything of their own side.
 */
export interface Room {
  folder: string
  may: readonly string[]
  types?: readonly string[]
}

export const rooms: readonly Room[] = [
  { folder: 'contract', may: [] },
  { folder: 'src/api', may: ['contract'] },
  { folder: 'src/outbox', may: ['src/api', 'contract'] },
  { folder: 'src/auth', may: ['src/api', 'src/outbox', 'src/config.ts', 'contract'] },
  // The update prompt is the one thing in offline that is drawn.
  { folder: 'src/offline', may: ['src/auth', 'src/outbox', 'src/api', 'src/ui', 'contract'] },
  { folder: 'src/styles', may: [] },
  { folder: 'src/i18n', may: ['contract'] },
  { folder: 'src/ui', may: ['src/styles', 'src/i18n', 'contract'] },
  {
    folder: 'src/features/*',
    may: [
      'src/api',
      'src/outbox',
      'src/auth',
      'src/offline',
      'src/ui',
      'src/i18n',
      'src/styles',
      'src/config.ts',
      'contract',
    ],
  },
  // The chrome's route mounts the update prompt and the language.
  { folder: 'src/routes', may: ['src/features', 'src/auth', 'src/offline', 'src/ui', 'src/i18n', 'contract'] },
  { folder: 'sw', may: ['src/outbox', 'src/api', 'contract'] },
  { folder: 'server/domain', may: [], types: ['contract'] },
  { folder: 'server/store', may: ['server/database'], types: ['contract'] },
  { folder: 'server/images', may: ['server/store', 'contract'] },
  { folder: 'server/content', may: ['server/domain', 'server/store', 'server/images', 'contract'] },
  {
    folder: 'server/services',
    may: ['server/domain', 'server/store', 'server/content', 'contract'],
    types: ['server/identity'],
  },
  { folder: 'server/handlers', may: ['server/services', 'contract'], types: ['server/identity', 'server/store'] },
  { folder: 'server', may: ['server', 'contract'] },
  { folder: 'src', may: ['src', 'contract'] },
]

/** The first room that a file lies in, with `*` filled in: `src/features/scan/x.ts` lies in `src/features/scan`. */
export function roomOf(path: string): Room | undefined {
  for (const room of rooms) {
    const folder = room.folder.endsWith('/*') ? ownFolder(room.folder.slice(0, -1), path) : room.folder
    if (folder !== undefined && path.startsWith(`${folder}/`)) return { ...room, folder }
  }
  return undefined
}

function ownFolder(prefix: string, path: string): string | undefined {
  if (!path.startsWith(prefix)) return undefined
  const name = path.slice(prefix.length).split('/')[0]
  return name === undefined ? undefined : prefix + name
}

/** May a file import that one? `to` is a path from the root; packages are always allowed. */
export function mayImport(from: string, to: string, isType: boolean): boolean {
  const room = roomOf(from)
  if (!room || !isOurs(to)) return true
  const open = [room.folder, ...room.may, ...(isType ? (room.types ?? []) : [])]
  return open.some((folder) => to === folder || to.startsWith(`${folder}/`))
}

function isOurs(to: string): boolean {
  return /^(?:contract|src|sw|server|tests|scripts)\//.test(to)
}
