/** The form that was to be sent while its script was on its way; its button is disabled until then. */
let wanted: HTMLFormElement | null = null

/** The form of a button that can't be pressed yet. */
const waitingForm = (button: Element | null): HTMLFormElement | null =>
  button instanceof HTMLButtonElement && button.disabled ? button.form : null

/** Keeps an Enter in a field or a press of the button of a form that is not alive yet. */
export function keepEarlySubmits(): void {
  // Capture phase, because React stops events in parts that are not hydrated yet.
  addEventListener(
    'keydown',
    ({ key, isComposing, target }) => {
      if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return
      wanted = waitingForm(target.form?.querySelector('button[type=submit]') ?? null) ?? wanted
    },
    true,
  )
  // Disabled buttons are not clicked, but the pointer is heard.
  addEventListener(
    'pointerup',
    ({ target }) => {
      if (target instanceof Element) wanted = waitingForm(target.closest('button[type=submit]')) ?? wanted
    },
    true,
  )
}

/** Sends the form that has become alive if that was asked for before. */
export function sendIfWanted(form: HTMLFormElement | null): void {
  if (!form || form !== wanted) return
  wanted = null
  form.requestSubmit()
}
