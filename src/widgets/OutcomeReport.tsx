import './records.css'

/** A failed item of a bulk operation. */
export type Failed = { id: string; name: string; note?: string; reason: string }

/** The failed items row by row, with the reasons. */
export function OutcomeReport({ text, failed }: { text?: string; failed: readonly Failed[] }) {
  return (
    <>
      {text && <p>{text}</p>}
      <ul className="report">
        {failed.map(({ id, name, note, reason }) => (
          <li key={id}>
            <b>{name}</b> {note && <small>{note}</small>}
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

type Outcome = { id: string; isDone: boolean; message: string }

/** Splits the outcomes of a bulk operation into the number done and the failed items. */
export function sortedOut(outcomes: readonly Outcome[], nameOf: (id: string) => string) {
  const failed = outcomes
    .filter(({ isDone }) => !isDone)
    .map(({ id, message }): Failed => ({ id, name: nameOf(id), reason: message }))
  return { done: outcomes.length - failed.length, failed }
}
