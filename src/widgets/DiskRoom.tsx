import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB } from '#contract/core/limits.ts'
import { formatBytes } from './format.ts'

type Storage = { allocatedBytes: number; contentsDisk: { bytes: number; freeBytes: number } | null }
/** `growthGb` is what the administrator is about to allocate on top, in GB; negative where it is less than before. */
type Props = { storage: Storage | undefined; growthGb: number }

/** Free space of the disk below a field that allocates it, and a warning if spaces are promised more than it has. */
export function DiskRoom({ storage, growthGb }: Props) {
  const { t } = useTranslation()
  // Object stores have no size to compare with.
  if (!storage?.contentsDisk) return null
  const { bytes, freeBytes } = storage.contentsDisk
  const allocatedBytes = storage.allocatedBytes + growthGb * BYTES_PER_GB
  const values = { free: formatBytes(freeBytes), disk: formatBytes(bytes), allocated: formatBytes(allocatedBytes) }
  return (
    <>
      <div>{t('capacity.disk.free', values)}</div>
      {allocatedBytes > bytes && (
        <div role="status" style={{ color: 'var(--warning)' }}>
          {t('capacity.disk.overbooked', values)}
        </div>
      )}
    </>
  )
}
