// Streams on files: what is written is read again, positions, appending, modes that fail, a file of the test.
// flags: --sym-files 1 3
// override(m32): skip because the runtime for i386 has no streams of C++
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
static int count_words(std::istream &from) {
  std::string word;
  int words = 0;
  while (from >> word)
    words++;
  return words;
}
int main() {
  {
    std::ofstream out("notes");
    if (!out.is_open())
      return 1; //~ dead
    out << "one " << 2 << "\nthree" << std::endl;
    if (out.tellp() != std::streampos(12))
      return 2; //~ dead
  }
  std::fstream both("notes", std::ios::in | std::ios::out);
  std::string line;
  std::getline(both, line);
  if (line != "one 2" || both.tellg() != std::streampos(6))
    return 3; //~ dead
  both.seekp(0);
  both << "ONE";
  both.close();
  std::ofstream more(std::string("notes"), std::ios::app);
  more << "four";
  more.close();
  std::ifstream in("notes");
  std::stringstream all;
  all << in.rdbuf();
  if (all.str() != "ONE 2\nthree\nfour")
    return 4; //~ dead
  std::ifstream none("missing");
  if (none || none.is_open())
    return 5; //~ dead
  std::ofstream odd("notes", std::ios::app | std::ios::trunc);
  if (odd)
    return 6; //~ dead
  std::ifstream given("A");
  int words = count_words(given);
  if (!given.eof())
    return 7; //~ dead
  std::cout << words << std::endl;
  if (words == 2)
    return 8; //~ reached
  given.clear();
  given.seekg(1);
  given.putback('x');
  return given.get() == 'x' && given.get() == 'Z' ? 9 : 0; //~ reached
}
