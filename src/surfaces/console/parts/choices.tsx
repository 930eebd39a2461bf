/** A group of buttons. At most one button of the group is pressed. */
export interface ChoicesProps {
  readonly label: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly order?: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

export function ChoiceButtons({ label, counts, order, chosen, onChoose }: ChoicesProps) {
  const names = order ? order.filter((name) => counts.has(name)) : [...counts.keys()];
  if (names.length < 2 && chosen === undefined) return null;
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{label}</legend>
      {names.map((name) => (
        <button
          type="button"
          key={name}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name === chosen ? undefined : name)}
        >
          {name} <span class="tally">{counts.get(name)?.toLocaleString("en")}</span>
        </button>
      ))}
    </fieldset>
  );
}
