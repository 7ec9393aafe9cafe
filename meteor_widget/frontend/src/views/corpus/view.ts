import type { View } from "../../host/model";

export const corpusView: View<object> = {
  render(): void {},
};
