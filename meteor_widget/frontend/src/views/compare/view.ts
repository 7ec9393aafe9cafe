import type { View } from "../../host/model";

export const compareView: View<object> = {
  render(): void {},
};
