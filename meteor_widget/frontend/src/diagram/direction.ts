/** Which way a text runs: as its first strong character does. */

export type Direction = "ltr" | "rtl";

// The scripts of right-to-left writing that are in use.
const RIGHT_TO_LEFT =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Samaritan}|\p{Script=Mandaic}|\p{Script=Adlam}|\p{Script=Hanifi_Rohingya}/u;

/** Whether any letter of a text is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Left to right where no character says otherwise. */
export function directionOf(text: string): Direction {
  const first = /\p{Letter}/u.exec(text);
  return first !== null && RIGHT_TO_LEFT.test(first[0]) ? "rtl" : "ltr";
}
