import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import { MenuArrow } from '../../widgets/MenuButton.tsx'

type Props = Omit<ButtonProps, 'icon' | 'type'> & {
  icon: ReactNode
  isPressed?: boolean
  /** Says more than its words, and shows them where a narrow bar has only the icon. */
  hint: string
  /** The button opens a menu. */
  opens?: true
}

/** A button at the right of the bar: an icon and words; only the icon where the bar is narrow. */
export function NamedButton({ icon, isPressed, hint, opens, children, ...props }: Props) {
  return (
    <Button {...props} type="text" icon={<span aria-hidden="true">{icon}</span>} title={hint} aria-pressed={isPressed}>
      <span className="words">{children}</span>
      {opens && <MenuArrow />}
    </Button>
  )
}
