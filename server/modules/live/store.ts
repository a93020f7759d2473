import type { Db } from '#server/storage/database.ts'

export const sqlLiveStore = (db: Db) => ({
  async members(spaceId: string): Promise<string[]> {
    const rows = await db.selectFrom('member').select('person_id').where('space_id', '=', spaceId).execute()
    return rows.map((row) => row.person_id)
  },
})
