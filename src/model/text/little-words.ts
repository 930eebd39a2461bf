/** Lowercase stop words for search. They describe how a request is phrased, and not its subject. */
export const LITTLE_WORDS: ReadonlySet<string> = new Set(
  (
    "a about again all also am an and any are as at be been but by can could do does for from get had has have help here how i " +
    "if in into is it its just let like make me more most my need no not of on only or other our out over own please same " +
    "should so some such than that the their them then there these they this those to too under up us use used using very " +
    "via want was we were what when where which who why will with would you your"
  ).split(" "),
);
