import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { AuditAction, AuditChannel, AuditOutcome } from '#contract/audit.ts'

const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)
const Filter = z.object({
  q: maybe(z.string().check(z.minLength(1), z.maxLength(100))),
  action: maybe(AuditAction),
  outcome: maybe(AuditOutcome),
  channel: maybe(AuditChannel),
  from: maybe(z.iso.date()),
  to: maybe(z.iso.date()),
})
export type AuditFilter = Partial<z.infer<typeof Filter>>

/** Converts a filter to the call's input: days in the reader's time zone become timestamps, the last day to its end. */
export const askedOf = ({ from, to, ...rest }: AuditFilter) => ({
  ...rest,
  ...(from && { from: dayjs(from).toISOString() }),
  ...(to && { to: dayjs(to).add(1, 'day').toISOString() }),
})

/** The filters, stored in the address: Back removes the last one, and a copied link shows the same entries. */
export function useAuditFilter() {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => {
    const read = Object.entries(Filter.parse(Object.fromEntries(params)))
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as AuditFilter
  }, [params])
  return {
    filter,
    setFilter: (change: AuditFilter) => {
      const next = new URLSearchParams(params)
      for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
      setParams(next, { replace: 'q' in change })
    },
    clear: () => setParams({}),
  }
}
