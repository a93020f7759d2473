import { DownOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'

/** Says that a button opens a menu. */
export const MenuArrow = () => (
  <span aria-hidden="true" className="opens">
    <DownOutlined />
  </span>
)

/** The button of a `Dropdown` that has words: an arrow after them says that a menu opens. */
export function MenuButton({ children, ...props }: ButtonProps) {
  return (
    <Button {...props}>
      {children} <MenuArrow />
    </Button>
  )
}
