import { afterAll } from 'vitest'
import { type ClubDatabase, openClubDatabase } from './database.ts'
import { type RunningServer, startServer } from './server.ts'

/** A server with the demo season, and its database, for all tests of a file; both end with the last of them. */
export async function runningClub(): Promise<{
  server: RunningServer
  club: ClubDatabase & { origin: string }
  origin: string
}> {
  const server = await startServer()
  const club = await openClubDatabase(server.dataDir)
  afterAll(async () => {
    await club.close()
    await server.stop()
  })
  const { origin } = server
  return { server, club: { ...club, origin }, origin }
}
