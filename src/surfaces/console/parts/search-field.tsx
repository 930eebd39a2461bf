import { listMover } from "../state.ts";

/** The search field that the key `/` focuses. Arrow keys and Enter act on the list below the field. */
export function SearchField(props: { label: string; value: string; onValue: (value: string) => void }) {
  const handle = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") listMover.value?.edge(false);
    else if (event.key === "Enter") listMover.value?.open();
    else return;
    event.preventDefault();
  };
  return (
    <input
      type="search"
      data-search
      class="search"
      aria-label={props.label}
      placeholder={`${props.label}   /`}
      value={props.value}
      autocomplete="off"
      spellcheck={false}
      maxLength={500}
      onInput={({ currentTarget }) => props.onValue(currentTarget.value)}
      onKeyDown={handle}
    />
  );
}
