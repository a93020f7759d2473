import { App, Button } from 'antd'

/** How long a message with a button is shown, in s (our choice): long enough to read it and to decide. */
const OFFER_S = 8

type Offer = {
  /** What was done. */
  said: string
  /** The button's text, such as Undo. */
  label: string
  act: () => void
  /** Closes the message from elsewhere (`message.destroy`), or replaces one of the same key. */
  key?: string
}

/** Says what was done, with a button for what can follow; pressing it closes the message. */
export function useOffer() {
  const { message } = App.useApp()
  return ({ said, label, act, key }: Offer) => {
    const close = message.open({
      ...(key && { key }),
      type: 'success',
      duration: OFFER_S,
      content: (
        <>
          {said}
          <Button
            type="link"
            size="small"
            onClick={() => {
              close()
              act()
            }}
          >
            {label}
          </Button>
        </>
      ),
    })
  }
}
