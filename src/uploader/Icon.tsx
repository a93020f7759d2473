const shapes = {
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  resume: 'M5 3.2v9.6l8-4.8z',
  retry: 'M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3',
  remove: 'M4 4l8 8M12 4l-8 8',
  pick: 'M2 4h4l1.5 1.5H14V13H2zM8 7.5v3.5M6.2 9.2h3.6',
  choose: 'M6 6a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M8 11.7v.1',
  fold: 'M4 6l4 4 4-4',
} as const
type IconName = keyof typeof shapes

/** An SVG icon without a label; the button around it provides the accessible name. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={shapes[name]} />
  </svg>
)

type ButtonProps = { icon: IconName; label: string; onClick: () => void }
export const IconButton = ({ icon, label, onClick }: ButtonProps) => (
  <button type="button" className="uploads-icon" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
)
