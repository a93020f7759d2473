/** A failure whose message is meant for people: a component said it of the file. */
export class Told extends Error {}
