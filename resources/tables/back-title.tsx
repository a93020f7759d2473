import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'

type Props = {
  name: string
  /** Name of the list that the arrow leads back to. */
  list: string
  onBack: () => void
}

/** The beginning of the head of a page: the way back to the list, and the name of what is open. */
export function BackTitle({ name, list, onBack }: Props) {
  return (
    <>
      <Button type="text" icon={<ArrowLeftOutlined />} aria-label={list} onClick={onBack} />
      <h2 title={name}>{name}</h2>
    </>
  )
}
