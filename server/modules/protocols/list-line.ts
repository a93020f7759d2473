import { DAY_MS } from '#contract/core/time.ts'
import type { Seen } from './virtual-root.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Beyond this age `ls` shows the year instead of the time. */
const RECENT_MS = 180 * DAY_MS
const two = (value: number) => String(value).padStart(2, '0')

/** A line in the format of `ls -l`, for clients without MLSD. */
export function listLineOf(item: Seen, now: Date): string {
  const at = item.modifiedAt
  const age = now.getTime() - at.getTime()
  const time =
    age > RECENT_MS || age < -RECENT_MS
      ? ` ${at.getUTCFullYear()}`
      : `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
  const mode = item.isFolder ? 'drwxr-xr-x' : '-rw-r--r--'
  const date = `${MONTHS[at.getUTCMonth()]} ${two(at.getUTCDate())} ${time}`
  return `${mode} 1 dataspace dataspace ${String(item.size).padStart(12)} ${date} ${item.name}`
}
