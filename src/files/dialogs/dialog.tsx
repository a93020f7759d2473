import { Modal } from 'antd'
import type { ComponentType } from 'react'
import { later, type MeanwhileProps, NotCome } from '../later.tsx'

type Closes = { onClose: () => void }

export const dialog = <Props extends Closes>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  later(load, Meanwhile)

function Meanwhile({ props, isFailed, onRetry }: MeanwhileProps<Closes>) {
  if (!isFailed) return null
  return (
    <Modal open footer={null} onCancel={props.onClose}>
      <NotCome onRetry={onRetry} />
    </Modal>
  )
}
