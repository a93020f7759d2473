/** A content to compare: where its bytes are, and what it is called. */
export type Side = { address: string; title: string }
export type SidesProps = { name: string; left: Side; right: Side }
