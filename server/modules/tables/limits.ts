import { Failure } from '#server/failure.ts'
import { isTooLongForIndex } from './index-store.ts'
import type { TableIndexing } from './indexing.ts'

/**
 * Limits of PostgreSQL: a row does not fit into a page; a table has had 1,600 columns; a lock was not available in
 * time.
 */
const LIMITS: Record<string, 'tableRowTooWide' | 'tableColumnsSpent' | 'tableInUse'> = {
  '54000': 'tableRowTooWide',
  '54011': 'tableColumnsSpent',
  '55P03': 'tableInUse',
}

/**
 * Runs a transaction that writes a table; again, without indexes of texts, when one is too long for them. Throws
 * tableRowTooWide, tableColumnsSpent, tableInUse.
 */
export async function within<T>(
  indexing: Pick<TableIndexing, 'dropOfTexts'>,
  tableId: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run().catch(async (error: unknown) => {
      if (!isTooLongForIndex(error)) throw error
      await indexing.dropOfTexts(tableId)
      return run()
    })
  } catch (error) {
    const refusal = LIMITS[(error as { code?: string }).code ?? '']
    throw refusal ? new Failure(refusal, { cause: error }) : error
  }
}
