import { useState } from 'react'
import type { Share } from '#contract/shares.ts'
import { EditDialog } from './EditDialog.tsx'
import { ShareRow } from './ShareRow.tsx'
import { VisitsDrawer } from './VisitsDrawer.tsx'
import './shares.css'

/** Links that can each be copied, edited, inspected and ended. */
export function ShareRows({ list }: { list: readonly Share[] }) {
  const [edited, edit] = useState<Share | null>(null)
  const [looked, look] = useState<Share | null>(null)
  return (
    <>
      <ul className="shares-list">
        {list.map((share) => (
          <ShareRow key={share.id} share={share} onEdit={() => edit(share)} onLook={() => look(share)} />
        ))}
      </ul>
      {edited && <EditDialog share={edited} onClose={() => edit(null)} />}
      {looked && <VisitsDrawer share={looked} onClose={() => look(null)} />}
    </>
  )
}
